import { SINCE_PATH } from "../../model/since.ts";
import { topicLinks, TOPICS } from "../../model/topics.ts";
import { CACHE_CONTROL, SIDECAR_PATHS } from "./host-files.ts";
import { CARD_TYPES } from "./mcp-cards.ts";
import { type Rendered, TEXT_TYPE } from "./rendered.ts";

/** Examples for one's own server: `dist/` as files, everything that is no file from the sidecar. */
export function serverExamples(baseUrl: string): Rendered[] {
  return [
    { path: "/hosting/nginx.conf", mediaType: TEXT_TYPE, body: Buffer.from(nginx(baseUrl)) },
    { path: "/hosting/Caddyfile", mediaType: TEXT_TYPE, body: Buffer.from(caddy(baseUrl)) },
  ];
}

/** `always` puts the headers on 304 and on errors too. */
function nginx(baseUrl: string): string {
  const topics = TOPICS.map(
    ({ path, mediaType }) => `  location = ${path} {
    types { }
    default_type "${mediaType}";
    add_header Link '${topicLinks(baseUrl, path)}' always;
    include snippets/reviews-headers.conf;
  }`,
  );
  const cards = CARD_TYPES.map(
    ([path, mediaType]) => `  location = ${path} {
    types { }
    default_type "${mediaType}";
    include snippets/reviews-headers.conf;
  }`,
  );
  const exact = SIDECAR_PATHS.filter((path) => !path.endsWith("*"));
  const proxied = exact.map((path) => `  location = ${path} { proxy_pass http://reviews_sidecar; }`);
  return `# Put this into the http block. Replace /srv/reviews/dist and the sidecar's address.
# snippets/reviews-headers.conf holds these lines (nginx does not inherit add_header into a location that has one):
#   add_header Cache-Control "${CACHE_CONTROL}" always;
#   add_header Access-Control-Allow-Origin "*" always;
#   add_header Access-Control-Expose-Headers "ETag, Last-Modified, Link, Retry-After" always;
#   add_header Vary "Accept-Encoding" always;
#   add_header X-Content-Type-Options "nosniff" always;
upstream reviews_sidecar { server 127.0.0.1:3000; keepalive 16; }

server {
  listen 80;
  server_name ${new URL(baseUrl).hostname};
  root /srv/reviews/dist;
  index index.html;
  error_page 404 /404.html;
  gzip_static on;
  if_modified_since before;
  proxy_http_version 1.1;
  proxy_set_header Host $host;
  proxy_set_header Connection "";

  location / { include snippets/reviews-headers.conf; }

${topics.join("\n\n")}

${cards.join("\n\n")}

  location ${SINCE_PATH} {
    types { }
    default_type "application/json; charset=utf-8";
    include snippets/reviews-headers.conf;
    try_files $uri @reviews_sidecar;
  }
  location @reviews_sidecar { proxy_pass http://reviews_sidecar; }

${proxied.join("\n")}
}
`;
}

function caddy(baseUrl: string): string {
  const topics = TOPICS.map(({ path, mediaType }) => {
    const name = path.replaceAll(/[^a-z]/g, "");
    return `  @${name} path ${path}
  header @${name} Content-Type "${mediaType}"
  header @${name} Link \`${topicLinks(baseUrl, path)}\``;
  });
  const cards = CARD_TYPES.map(([path, mediaType]) => `  header ${path} Content-Type "${mediaType}"`);
  return `# Replace /srv/reviews/dist and the sidecar's address.
${new URL(baseUrl).host} {
  root * /srv/reviews/dist
  header Cache-Control "${CACHE_CONTROL}"
  header Access-Control-Allow-Origin "*"
  header Access-Control-Expose-Headers "ETag, Last-Modified, Link, Retry-After"
  header Vary "Accept-Encoding"
  header X-Content-Type-Options "nosniff"

${topics.join("\n\n")}

${cards.join("\n\n")}

  @since path ${SINCE_PATH}*
  header @since Content-Type "application/json; charset=utf-8"

  @sidecar {
    path ${SIDECAR_PATHS.join(" ")}
    not file
  }
  reverse_proxy @sidecar 127.0.0.1:3000

  file_server {
    precompressed br gzip
  }
  handle_errors {
    rewrite * /404.html
    file_server
  }
}
`;
}
