/** Tests of the manifests, and the checks that the chart's tests share. */
@NullMarked
package dev.mooring.k8s;

import org.jspecify.annotations.NullMarked;
