import { SINCE_PATH } from "../../../model/since.ts";
import { topicLinks, TOPICS } from "../../../model/topics.ts";
import { type RenderedFile, TEXT_TYPE } from "../rendered-file.ts";
import { COMMON_HEADERS, SIDECAR_PATHS, TYPED_PATHS } from "./host-files.ts";

/** Renders example server configurations: files from `dist/`, all other paths from the sidecar. */
export function serverExamples(baseUrl: string): RenderedFile[] {
  return [
    { path: "/hosting/nginx.conf", mediaType: TEXT_TYPE, body: Buffer.from(nginx(baseUrl)) },
    { path: "/hosting/Caddyfile", mediaType: TEXT_TYPE, body: Buffer.from(caddy(baseUrl)) },
  ];
}

const HEADERS = COMMON_HEADERS.toSpliced(3, 0, ["Vary", "Accept-Encoding"]);

/** Locations nested in `location /` inherit its headers; `always` adds them to 304 and error responses. */
function nginx(baseUrl: string): string {
  const headers = HEADERS.map(([name, value]) => `    add_header ${name} "${value}" always;`);
  const links = TOPICS.map(({ path }) => `  ${path} '${topicLinks(baseUrl, path)}';`);
  const typed = TYPED_PATHS.map(
    ([path, type]) => `    location = ${path} { types { } default_type "${type}"; }`,
  );
  const exact = SIDECAR_PATHS.filter((path) => !path.endsWith("*"));
  const proxied = exact.map((path) => `  location = ${path} { proxy_pass http://reviews_sidecar; }`);
  return `# Include this in the http block. Replace /srv/reviews/dist and the sidecar's address, and add TLS.
# The sidecar needs TRUSTED_PROXIES=127.0.0.1/32 to count callers by their own address.
map $uri $reviews_link {
  default '';
${links.join("\n")}
}

upstream reviews_sidecar { server 127.0.0.1:3000; keepalive 16; }

server {
  listen 80;
  server_name ${new URL(baseUrl).hostname};
  root /srv/reviews/dist;
  index index.html;
  error_page 404 /404.html;
  # Serves the prepared .gz files. With the brotli module, add brotli_static on; to serve the .br files too.
  gzip_static on;
  gzip off;
  if_modified_since before;
  charset utf-8;
  charset_types text/html text/css text/javascript text/plain application/json application/xml;
  types {
    text/html html;
    text/css css;
    text/javascript js;
    text/plain txt conf;
    application/json json;
    application/xml xml;
    image/svg+xml svg;
    image/png png;
    image/jpeg jpg jpeg;
    image/webp webp;
    image/x-icon ico;
  }
  default_type text/plain;

  proxy_http_version 1.1;
  proxy_set_header Host $host;
  proxy_set_header Connection "";
  proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
  # Streams of /mcp pass unbuffered and stay open while idle.
  proxy_buffering off;
  proxy_read_timeout 1h;
  client_max_body_size 512k;

  location / {
${headers.join("\n")}
    add_header Link $reviews_link always;

${typed.join("\n")}
    location ${SINCE_PATH} {
      types { }
      default_type "application/json; charset=utf-8";
      try_files $uri @reviews_sidecar;
    }
  }

  location @reviews_sidecar { proxy_pass http://reviews_sidecar; }
${proxied.join("\n")}
}
`;
}

/** Headers are set inside `handle`, so they are not added to the sidecar's responses. */
function caddy(baseUrl: string): string {
  const headers = HEADERS.map(([name, value]) => `    header ${name} "${value}"`).join("\n");
  const typed = TYPED_PATHS.map(([path, type]) => `    header ${path} Content-Type "${type}"`);
  const links = TOPICS.map(({ path }) => `    header ${path} Link \`${topicLinks(baseUrl, path)}\``);
  return `# Replace /srv/reviews/dist and the sidecar's address.
# The sidecar needs TRUSTED_PROXIES=127.0.0.1/32 to count callers by their own address.
${new URL(baseUrl).host} {
  root * /srv/reviews/dist

  @sidecar {
    path ${SIDECAR_PATHS.join(" ")}
    not file
  }
  handle @sidecar {
    reverse_proxy 127.0.0.1:3000 {
      flush_interval -1
      # Otherwise Caddy requests gzip itself, decodes it, and sends plain bytes with the ETag of the gzip bytes.
      transport http {
        compression off
      }
    }
  }

  handle {
    # route keeps the order of directives: the last Content-Type that matches a path wins.
    route {
${headers}
${links.join("\n")}
      @html path */ *.html
      header @html Content-Type "text/html; charset=utf-8"
      @json path *.json ${SINCE_PATH}*
      header @json Content-Type "application/json; charset=utf-8"
      @xml path *.xml
      header @xml Content-Type "application/xml; charset=utf-8"
      @css path *.css
      header @css Content-Type "text/css; charset=utf-8"
      @text path *.txt /_headers /_redirects /hosting/*
      header @text Content-Type "text/plain; charset=utf-8"
${typed.join("\n")}
      file_server {
        precompressed br gzip
      }
    }
  }

  handle_errors {
${headers}
    header Content-Type "text/html; charset=utf-8"
    rewrite * /404.html
    file_server
  }
}
`;
}
