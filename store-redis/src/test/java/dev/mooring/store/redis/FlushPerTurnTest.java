package dev.mooring.store.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.output.ValueListOutput;
import io.lettuce.core.protocol.Command;
import io.lettuce.core.protocol.CommandType;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPromise;
import io.netty.channel.embedded.EmbeddedChannel;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** When commands go out. */
class FlushPerTurnTest {
  private final Wire wire = new Wire();
  private final EmbeddedChannel channel = new EmbeddedChannel();

  FlushPerTurnTest() {
    new FlushPerTurn().afterChannelInitialized(channel);
    channel.pipeline().addFirst(wire);
  }

  @Test
  void patientCommandsOfOneTurnGoOutTogetherAtItsEnd() {
    send("a", true);
    send("b", true);
    assertThat(wire.sent).isEmpty();
    channel.runPendingTasks();
    assertThat(wire.sent).containsExactly(List.of("a", "b"));
    send("c", true);
    channel.runPendingTasks();
    assertThat(wire.sent).containsExactly(List.of("a", "b"), List.of("c"));
  }

  @Test
  void anyOtherCommandGoesOutAtOnceAndTakesAlongWhatWaits() {
    send("a", true);
    send("b", false);
    assertThat(wire.sent).containsExactly(List.of("a", "b"));
    send("c", true);
    assertThat(wire.sent).hasSize(1);
    channel.runPendingTasks();
    assertThat(wire.sent).containsExactly(List.of("a", "b"), List.of("c"));
  }

  @Test
  void whatIsWrittenWhileAnswersAreReadGoesOutWhenAllAreRead() {
    channel
        .pipeline()
        .addLast(
            new ChannelInboundHandlerAdapter() {
              @Override
              public void channelRead(ChannelHandlerContext context, Object message) {
                send(message + "1", false);
                send(message + "2", true);
              }
            });
    channel.pipeline().fireChannelRead("x");
    channel.pipeline().fireChannelRead("y");
    assertThat(wire.sent).isEmpty();
    channel.pipeline().fireChannelReadComplete();
    assertThat(wire.sent).containsExactly(List.of("x1", "x2", "y1", "y2"));
  }

  @Test
  void whatWaitsGoesOutBeforeTheConnectionIsClosed() {
    send("a", true);
    ChannelFuture unused = channel.pipeline().close();
    assertThat(wire.sent).containsExactly(List.of("a"));
  }

  private void send(String key, boolean patient) {
    EncodedArgs args = new EncodedArgs(patient, key, Bulks.of(List.of(key)));
    Command<String, String, List<String>> command =
        new Command<>(CommandType.MGET, new ValueListOutput<>(StringCodec.UTF8), args);
    ChannelFuture unused = channel.pipeline().writeAndFlush(command);
  }

  /** What each flush sent, by the keys of the commands. */
  private static final class Wire extends ChannelOutboundHandlerAdapter {
    private final List<List<String>> sent = new ArrayList<>();
    private List<String> written = new ArrayList<>();

    @Override
    public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) {
      Command<?, ?, ?> command = (Command<?, ?, ?>) message;
      String key = StringCodec.UTF8.decodeKey(command.getArgs().getFirstEncodedKey());
      written.add(key);
    }

    @Override
    public void flush(ChannelHandlerContext context) {
      sent.add(written);
      written = new ArrayList<>();
    }
  }
}
