package dev.mooring.gateway.config;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.regex.Pattern;

/** Addresses to listen on. */
final class Listen {
  private static final Pattern IPV4_LOOPBACK = Pattern.compile("127(\\.\\d{1,3}){3}");

  private Listen() {}

  /** A host or an IP address; one of IPv6 with or without brackets. */
  static ValueParser<String> host() {
    return (node, place) -> {
      String host = Values.text().parse(node, place);
      return host.startsWith("[") && host.endsWith("]")
          ? host.substring(1, host.length() - 1)
          : host;
    };
  }

  /** A TCP port; 0 for one that the system chooses. */
  static ValueParser<Integer> port() {
    return Values.count(0, 65535);
  }

  /** Whether only this machine can connect; decided from the text, without a name server. */
  static boolean loopback(String host) {
    if (host.equalsIgnoreCase("localhost") || IPV4_LOOPBACK.matcher(host).matches()) {
      return true;
    }
    if (!host.contains(":")) {
      return false;
    }
    try {
      return InetAddress.getByName(host).isLoopbackAddress();
    } catch (UnknownHostException notAnAddress) {
      return false;
    }
  }
}
