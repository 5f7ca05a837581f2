package dev.mooring.gateway.translate.model;

/** What random requests and answers may have; a format's test names those that it can express. */
public enum Feature {
  /** Several texts in one message or answer, one after the other. */
  SEVERAL_TEXTS,
  /** System messages, at the start. */
  SYSTEM,
  /** System messages between others. */
  SYSTEM_LATER,
  /** Images with their bytes. */
  IMAGES,
  /** Images by URL. */
  IMAGE_URLS,
  /** The {@code detail} of images. */
  IMAGE_DETAIL,
  /** PDF documents with their bytes and a name. */
  DOCUMENTS,
  /** Audio with its bytes. */
  AUDIO,
  /** Reasoning without a seal. */
  REASONING,
  /** Reasoning with words and a seal of one of the families. */
  SEALS,
  /** Reasoning whose words are withheld, of Anthropic. */
  REDACTED,
  /** Reasoning whose words are withheld, of OpenAI or Google. */
  EMPTY_SEALED,
  /** Calls with a seal of Google. */
  CALL_SEALS,
  /** Tool calls and their results, of which one message may have several. */
  CALLS,
  /** Tool results that say they are errors. */
  RESULT_ERRORS,
  /** Tool results with several texts. */
  RESULT_SEVERAL_TEXTS,
  /** Tool results with images. */
  RESULT_IMAGES,
  /** Tools that take bare text. */
  FREEFORM_TOOLS,
  /** {@code strict} of tools. */
  STRICT_TOOLS,
  /** Words of a refusal. */
  REFUSALS,
  /** Markers on texts, images and results. */
  PART_MARKS,
  /** Markers on tools. */
  TOOL_MARKS,
  /** A marker on the whole request. */
  REQUEST_MARK,
  /** A choice of tools. */
  TOOL_CHOICE,
  /** A list of the only tools that may be called. */
  ALLOWED_TOOLS,
  /** Whether calls may be parallel. */
  PARALLEL,
  TEMPERATURE,
  TOP_P,
  TOP_K,
  PENALTIES,
  SEED,
  STOP,
  /** How hard to think, by a word. */
  EFFORT,
  /** How long to think, in tokens. */
  BUDGET,
  /** Whether the model decides how much to think. */
  ADAPTIVE,
  /** Any JSON. */
  JSON_OBJECT,
  /** JSON by a schema. */
  JSON_SCHEMA,
  /** The schema's name, description and {@code strict}. */
  JSON_SCHEMA_NAME,
  CACHE_KEY,
  CACHE_RETENTION,
  USER,
  /** Parts of an answer in any order, not reasoning, text, refusal, calls. */
  ANY_ORDER,
  /** Pages that an answer leans on. */
  SOURCES,
  /** The stop sequence that came. */
  STOP_SEQUENCE,
  /** Stop reasons that few formats know. */
  RARE_STOPS,
  /** Tokens written to the cache. */
  CACHE_WRITES,
  /** Tokens written to the cache for an hour. */
  HOUR_WRITES,
  /** How many of the tokens were thought. */
  REASONING_TOKENS,
  /** Answers without usage. */
  NO_USAGE
}
