package dev.mooring.gateway.bench.load;

/** The configurations of nginx and haproxy: one worker, kept connections, nothing buffered. */
final class ProxyFiles {

  private ProxyFiles() {}

  /** An nginx that answers by itself. */
  static String answeringNginx(int port) {
    return nginx(
        """
          server {
            listen 127.0.0.1:%d backlog=4096;
            default_type application/json;
            location / { return 200 '%s'; }
            location /v1/messages { return 200 '%s'; }
          }
        """
            .formatted(port, FixedAnswers.CHAT, FixedAnswers.MESSAGES));
  }

  /** An nginx that forwards two ports to two others. */
  static String forwardingNginx(Ports own, Ports upstream) {
    return nginx(
        forwarding(own.documents(), upstream.documents())
            + forwarding(own.streams(), upstream.streams()));
  }

  private static String nginx(String servers) {
    return """
      worker_processes 1;
      daemon off;
      master_process off;
      pid nginx.pid;
      events { worker_connections 8192; }
      http {
        access_log off;
        keepalive_requests 1000000000;
        keepalive_timeout 3600s;
        client_max_body_size 0;
        client_body_temp_path body;
        proxy_temp_path proxy;
        fastcgi_temp_path fastcgi;
        uwsgi_temp_path uwsgi;
        scgi_temp_path scgi;
      %s}
      """
        .formatted(servers);
  }

  private static String forwarding(int port, int upstream) {
    return """
        upstream u%d {
          server 127.0.0.1:%d;
          keepalive 1024;
          keepalive_requests 1000000000;
        }
        server {
          listen 127.0.0.1:%d backlog=4096;
          location / {
            proxy_pass http://u%d;
            proxy_http_version 1.1;
            proxy_set_header Connection "";
            proxy_buffering off;
            proxy_request_buffering off;
          }
        }
      """
        .formatted(port, upstream, port, port);
  }

  /** A haproxy that forwards two ports to two others. */
  static String haproxy(Ports own, Ports upstream) {
    return """
      global
        nbthread 1
        maxconn 4096
      defaults
        mode http
        timeout connect 5s
        timeout client 300s
        timeout server 300s
        option http-keep-alive
        http-reuse always
      listen documents
        bind 127.0.0.1:%d
        server upstream 127.0.0.1:%d
      listen streams
        bind 127.0.0.1:%d
        server upstream 127.0.0.1:%d
      """
        .formatted(own.documents(), upstream.documents(), own.streams(), upstream.streams());
  }

  /**
   * Where answers of the two kinds come from.
   *
   * @param documents whole answers
   * @param streams streams
   */
  record Ports(int documents, int streams) {

    /** Two free ones. */
    static Ports free() {
      return new Ports(Program.freePort(), Program.freePort());
    }
  }
}
