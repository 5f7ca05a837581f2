/** The store test kit: what every store must pass, whatever it is made of. */
@NullMarked
package dev.mooring.affinity.kit;

import org.jspecify.annotations.NullMarked;
