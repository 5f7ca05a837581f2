package dev.mooring.gateway.api;

/** A stream of Chat Completions. */
final class ChatStream extends StreamReader {}
