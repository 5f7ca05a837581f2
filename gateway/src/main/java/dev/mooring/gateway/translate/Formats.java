package dev.mooring.gateway.translate;

import dev.mooring.gateway.config.Api;
import dev.mooring.gateway.config.Dialect;
import dev.mooring.gateway.translate.aisdk.AiSdkAnswerWriter;
import dev.mooring.gateway.translate.aisdk.AiSdkRequestReader;
import dev.mooring.gateway.translate.aisdk.AiSdkWholeAnswerWriter;
import dev.mooring.gateway.translate.chat.ChatAnswerParser;
import dev.mooring.gateway.translate.chat.ChatAnswerReader;
import dev.mooring.gateway.translate.chat.ChatAnswerWriter;
import dev.mooring.gateway.translate.chat.ChatRequestReader;
import dev.mooring.gateway.translate.chat.ChatRequestWriter;
import dev.mooring.gateway.translate.chat.ChatWholeAnswerWriter;
import dev.mooring.gateway.translate.converse.ConverseAnswerParser;
import dev.mooring.gateway.translate.converse.ConverseAnswerReader;
import dev.mooring.gateway.translate.converse.ConverseRequestWriter;
import dev.mooring.gateway.translate.gemini.GeminiAnswerParser;
import dev.mooring.gateway.translate.gemini.GeminiAnswerReader;
import dev.mooring.gateway.translate.gemini.GeminiRequestWriter;
import dev.mooring.gateway.translate.messages.MessagesAnswerParser;
import dev.mooring.gateway.translate.messages.MessagesAnswerReader;
import dev.mooring.gateway.translate.messages.MessagesAnswerWriter;
import dev.mooring.gateway.translate.messages.MessagesRequestReader;
import dev.mooring.gateway.translate.messages.MessagesRequestWriter;
import dev.mooring.gateway.translate.messages.MessagesWholeAnswerWriter;
import dev.mooring.gateway.translate.model.AnswerContext;
import dev.mooring.gateway.translate.model.AnswerParser;
import dev.mooring.gateway.translate.model.AnswerReader;
import dev.mooring.gateway.translate.model.AnswerSink;
import dev.mooring.gateway.translate.model.AnswerWriter;
import dev.mooring.gateway.translate.model.RequestReader;
import dev.mooring.gateway.translate.model.RequestWriter;
import dev.mooring.gateway.translate.model.WholeAnswerWriter;
import dev.mooring.gateway.translate.responses.ResponsesAnswerParser;
import dev.mooring.gateway.translate.responses.ResponsesAnswerReader;
import dev.mooring.gateway.translate.responses.ResponsesAnswerWriter;
import dev.mooring.gateway.translate.responses.ResponsesRequestReader;
import dev.mooring.gateway.translate.responses.ResponsesRequestWriter;
import dev.mooring.gateway.translate.responses.ResponsesWholeAnswerWriter;

/** The converters of every format. */
final class Formats {
  private Formats() {}

  static RequestReader requestReader(Api api) {
    return switch (api) {
      case CHAT -> new ChatRequestReader();
      case RESPONSES -> new ResponsesRequestReader();
      case MESSAGES -> new MessagesRequestReader();
      case AI_SDK -> new AiSdkRequestReader();
    };
  }

  static RequestWriter requestWriter(Dialect dialect) {
    return switch (dialect) {
      case CHAT -> new ChatRequestWriter();
      case RESPONSES -> new ResponsesRequestWriter();
      case MESSAGES -> new MessagesRequestWriter();
      case GEMINI -> new GeminiRequestWriter();
      case CONVERSE -> new ConverseRequestWriter();
    };
  }

  static AnswerReader answerReader(Dialect dialect) {
    return switch (dialect) {
      case CHAT -> new ChatAnswerReader();
      case RESPONSES -> new ResponsesAnswerReader();
      case MESSAGES -> new MessagesAnswerReader();
      case GEMINI -> new GeminiAnswerReader();
      case CONVERSE -> new ConverseAnswerReader();
    };
  }

  static AnswerParser answerParser(Dialect dialect, AnswerSink sink) {
    return switch (dialect) {
      case CHAT -> new ChatAnswerParser(sink);
      case RESPONSES -> new ResponsesAnswerParser(sink);
      case MESSAGES -> new MessagesAnswerParser(sink);
      case GEMINI -> new GeminiAnswerParser(sink);
      case CONVERSE -> new ConverseAnswerParser(sink);
    };
  }

  static WholeAnswerWriter wholeAnswerWriter(Api api) {
    return switch (api) {
      case CHAT -> new ChatWholeAnswerWriter();
      case RESPONSES -> new ResponsesWholeAnswerWriter();
      case MESSAGES -> new MessagesWholeAnswerWriter();
      case AI_SDK -> new AiSdkWholeAnswerWriter();
    };
  }

  static AnswerWriter answerWriter(Api api, AnswerContext context) {
    return switch (api) {
      case CHAT -> new ChatAnswerWriter(context);
      case RESPONSES -> new ResponsesAnswerWriter(context);
      case MESSAGES -> new MessagesAnswerWriter(context);
      case AI_SDK -> new AiSdkAnswerWriter(context);
    };
  }
}
