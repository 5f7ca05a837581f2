package dev.mooring.gateway.translate.chat;

import dev.mooring.gateway.translate.model.AnswerContext;
import dev.mooring.gateway.translate.model.EventText;
import org.jspecify.annotations.Nullable;

/**
 * What every chunk of an answer begins with.
 *
 * @param created in seconds since 1970
 */
record ChatIdentity(String id, String model, long created) {

  /** The provider's id where it is one of Chat's, else the request's; the provider's model. */
  static ChatIdentity of(@Nullable String id, @Nullable String model, AnswerContext context) {
    return new ChatIdentity(
        id != null && id.startsWith("chatcmpl") ? id : "chatcmpl-" + context.id(),
        model == null ? context.model() : model,
        context.at().getEpochSecond());
  }

  /** Writes the first fields of the object, without a comma after them. */
  void write(EventText out, String object) {
    out.raw("{\"id\":").string(id).raw(",\"object\":\"").raw(object);
    out.raw("\",\"created\":").number(created).raw(",\"model\":").string(model);
  }
}
