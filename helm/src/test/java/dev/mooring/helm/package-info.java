/** Tests of the chart, without a cluster and without a helm binary. */
@NullMarked
package dev.mooring.helm;

import org.jspecify.annotations.NullMarked;
