package dev.mooring.gateway.simulator;

/** What answers are made from. */
record Sources(SimulatorConfig config, IssuedState issued, IdSource ids) {}
