package dev.mooring.gateway.translate.chat;

import dev.mooring.gateway.translate.model.AnswerContext;
import dev.mooring.gateway.translate.model.EventText;
import dev.mooring.gateway.translate.model.ModelAnswer;
import dev.mooring.gateway.translate.model.WholeAnswerWriter;

/** Writes whole answers of Chat Completions. */
public final class ChatWholeAnswerWriter implements WholeAnswerWriter {

  /** A writer. */
  public ChatWholeAnswerWriter() {}

  @Override
  public byte[] write(ModelAnswer answer, AnswerContext context) {
    EventText out = new EventText();
    ChatIdentity.of(answer.id(), answer.model(), context).write(out, "chat.completion");
    AssistantFields fields = AssistantFields.of(answer.parts(), context.request());
    out.raw(",\"choices\":[{\"index\":0,\"message\":{\"role\":\"assistant\"");
    fields.write(out);
    out.raw("},\"logprobs\":null,\"finish_reason\":\"");
    out.raw(FinishReason.of(answer.stop(), fields.hasRefusal())).raw("\"}]");
    if (answer.usage() != null) {
      out.raw(",\"usage\":");
      ChatUsage.write(out, answer.usage());
    }
    return out.raw("}").take();
  }
}
