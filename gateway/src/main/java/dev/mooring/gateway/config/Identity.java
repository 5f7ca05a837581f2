package dev.mooring.gateway.config;

/** Whom a credential stands for where it is no key: what a cloud gives tokens or keys to. */
public sealed interface Identity permits GoogleIdentity {}
