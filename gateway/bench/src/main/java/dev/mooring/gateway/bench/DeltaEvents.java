package dev.mooring.gateway.bench;

import dev.mooring.gateway.config.Dialect;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32;

/** The events with which a provider's stream begins, goes on with a word, and ends. */
@SuppressWarnings("ArrayRecordComponent") // compared by none
record DeltaEvents(byte[] begin, byte[] word, byte[] end) {

  /** The events of a dialect. */
  static DeltaEvents of(Dialect dialect) {
    return switch (dialect) {
      case CHAT -> chat();
      case RESPONSES -> responses();
      case MESSAGES -> messages();
      case GEMINI -> gemini();
      case CONVERSE -> converse();
    };
  }

  private static DeltaEvents chat() {
    String chunk =
        "data: {'id':'chatcmpl-D8Z5oo6uDh67AD85p73ksdT1KxhE0','object':'chat.completion.chunk',"
            + "'created':1770933892,'model':'gpt-4.1-nano','service_tier':'default',"
            + "'system_fingerprint':'fp_de604bd877','choices':[{'index':0,'delta':%s,"
            + "'logprobs':null,'finish_reason':%s}],'usage':null,'obfuscation':'yhjoJbEF'}\n\n";
    return of(
        chunk.formatted("{'role':'assistant','content':''}", "null"),
        chunk.formatted("{'content':' holiday'}", "null"),
        chunk.formatted("{}", "'stop'") + "data: [DONE]\n\n");
  }

  private static DeltaEvents responses() {
    String response = "{'id':'resp_1','object':'response','model':'gpt','status':'%s','output':[]}";
    return of(
        named("response.created", "'response':" + response.formatted("in_progress"))
            + named(
                "response.output_item.added",
                "'output_index':0,'item':{'id':'msg_1','type':'message','role':'assistant',"
                    + "'status':'in_progress','content':[]}")
            + named(
                "response.content_part.added",
                "'item_id':'msg_1','output_index':0,'content_index':0,"
                    + "'part':{'type':'output_text','text':'','annotations':[]}"),
        named(
            "response.output_text.delta",
            "'sequence_number':9,'item_id':'msg_68b1a5c2e5a08190a8a4d6d1b54c6d1e',"
                + "'output_index':0,'content_index':0,'delta':' holiday','logprobs':[],"
                + "'obfuscation':'yhjoJbEF'"),
        named("response.completed", "'response':" + response.formatted("completed")));
  }

  private static DeltaEvents messages() {
    return of(
        named(
                "message_start",
                "'message':{'id':'msg_1','type':'message','role':'assistant','model':'claude',"
                    + "'content':[],'usage':{'input_tokens':9,'output_tokens':1}}")
            + named("content_block_start", "'index':0,'content_block':{'type':'text','text':''}"),
        named("content_block_delta", "'index':0,'delta':{'type':'text_delta','text':' holiday'}"),
        named("content_block_stop", "'index':0")
            + named(
                "message_delta", "'delta':{'stop_reason':'end_turn'},'usage':{'output_tokens':9}")
            + named("message_stop", "'x':0"));
  }

  private static DeltaEvents gemini() {
    String event =
        "data: {'candidates':[{'content':{'parts':[{'text':'%s'}],'role':'model'},"
            + "'index':0%s}],'usageMetadata':{'promptTokenCount':9,'candidatesTokenCount':4,"
            + "'totalTokenCount':13,'promptTokensDetails':[{'modality':'TEXT','tokenCount':9}]},"
            + "'modelVersion':'gemini-2.5-flash','responseId':'r1'}\n\n";
    return of(
        event.formatted("A", ""),
        event.formatted(" holiday", ""),
        event.formatted(".", ",'finishReason':'STOP'"));
  }

  private static DeltaEvents converse() {
    return new DeltaEvents(
        frame("messageStart", "{'role':'assistant'}"),
        frame(
            "contentBlockDelta",
            "{'contentBlockIndex':0,'delta':{'text':' holiday'},'p':'abcdefgh'}"),
        join(
            frame("contentBlockStop", "{'contentBlockIndex':0}"),
            frame("messageStop", "{'stopReason':'end_turn'}"),
            frame(
                "metadata",
                "{'usage':{'inputTokens':9,'outputTokens':9,'totalTokens':18},'metrics':{}}")));
  }

  private static DeltaEvents of(String begin, String word, String end) {
    return new DeltaEvents(json(begin), json(word), json(end));
  }

  private static String named(String type, String fields) {
    return "event: %s\ndata: {'type':'%s',%s}\n\n".formatted(type, type, fields);
  }

  private static byte[] json(String text) {
    return text.replace('\'', '"').getBytes(StandardCharsets.UTF_8);
  }

  /** A frame of AWS's event stream. */
  private static byte[] frame(String type, String payload) {
    byte[] headers = join(header(":event-type", type), header(":message-type", "event"));
    byte[] body = json(payload);
    byte[] bytes = new byte[16 + headers.length + body.length];
    ByteBuffer frame = ByteBuffer.wrap(bytes);
    frame.putInt(bytes.length).putInt(headers.length);
    frame.putInt(checksum(bytes, frame.position())).put(headers).put(body);
    frame.putInt(checksum(bytes, frame.position()));
    return bytes;
  }

  private static byte[] header(String name, String value) {
    ByteBuffer header = ByteBuffer.allocate(4 + name.length() + value.length());
    header.put((byte) name.length()).put(name.getBytes(StandardCharsets.US_ASCII));
    header.put((byte) 7).putShort((short) value.length());
    return header.put(value.getBytes(StandardCharsets.US_ASCII)).array();
  }

  private static int checksum(byte[] bytes, int length) {
    CRC32 checksum = new CRC32();
    checksum.update(bytes, 0, length);
    return (int) checksum.getValue();
  }

  private static byte[] join(byte[]... pieces) {
    int length = 0;
    for (byte[] piece : pieces) {
      length += piece.length;
    }
    ByteBuffer joined = ByteBuffer.allocate(length);
    for (byte[] piece : pieces) {
      joined.put(piece);
    }
    return joined.array();
  }
}
