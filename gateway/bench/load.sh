#!/bin/sh
# Measures the whole gateway; see docs/performance.md. Run from anywhere after a build.
cd "$(dirname "$0")/../.." || exit 1
exec java -cp gateway/bench/target/bench.jar dev.mooring.gateway.bench.load.LoadBenchmark "$@"
