import { SIDECAR_PATHS, TYPED_PATHS } from "../../build/render/hosting/host-files.ts";
import { basePathOf, hrefOf } from "../../model/base-url.ts";
import { SINCE_PATH } from "../../model/since.ts";
import { topicLinks, TOPICS } from "../../model/topics.ts";
import { fileHeaders, isHttps, type ServerSettings, transportHeaders } from "./server-settings.ts";

/** Mozilla's intermediate recommendation for TLS 1.2; TLS 1.3 chooses for itself. */
const CIPHERS = [
  "ECDHE-ECDSA-AES128-GCM-SHA256",
  "ECDHE-RSA-AES128-GCM-SHA256",
  "ECDHE-ECDSA-AES256-GCM-SHA384",
  "ECDHE-RSA-AES256-GCM-SHA384",
  "ECDHE-ECDSA-CHACHA20-POLY1305",
  "ECDHE-RSA-CHACHA20-POLY1305",
].join(":");

const LIMIT = "limit_req zone=reviews_sidecar burst=60 nodelay;";

/** Configuration of nginx 1.22 or later: files from the published folder, all other paths from the sidecar. */
export function nginxConfiguration(settings: ServerSettings): string {
  const { baseUrl, sidecars } = settings;
  const links = TOPICS.map(({ path }) => `  ${hrefOf(baseUrl, path)} '${topicLinks(baseUrl, path)}';`);
  return `# For the http block, such as a file in /etc/nginx/conf.d.
# The sidecar needs TRUSTED_PROXIES with the address of this server to count callers by their own address.
map $uri $reviews_link {
  default '';
${links.join("\n")}
}

upstream reviews_sidecar {
${sidecars.map((address) => `  server ${address};\n`).join("")}  keepalive 16;
}

# By the address of the client. Behind a CDN, set real_ip_header and set_real_ip_from, or all readers share one limit.
limit_req_zone $binary_remote_addr zone=reviews_sidecar:10m rate=30r/s;
limit_conn_zone $binary_remote_addr zone=reviews_clients:10m;

${isHttps(settings) ? `${redirectToTls(settings)}\n` : ""}server {
${isHttps(settings) ? tls(settings) : listen(settings, "80")}
${serverSettings(settings)}

${locations(settings)}
}
`;
}

const listen = ({ baseUrl }: ServerSettings, port: string): string => `  listen ${port};
  listen [::]:${port};
  server_name ${new URL(baseUrl).hostname};`;

const redirectToTls = (settings: ServerSettings): string => `server {
${listen(settings, "80")}
  # Challenges of an ACME client, such as certbot certonly --webroot --webroot-path /var/www/html.
  location /.well-known/acme-challenge/ { root /var/www/html; }
  location / { return 301 https://$host$request_uri; }
}
`;

function tls(settings: ServerSettings): string {
  const folder = `/etc/letsencrypt/live/${new URL(settings.baseUrl).hostname}`;
  const { certificate, key } = settings.tls ?? {
    certificate: `${folder}/fullchain.pem`,
    key: `${folder}/privkey.pem`,
  };
  // Since 1.25.1 nginx warns that "http2 on;" replaces this parameter, which older versions need.
  return `${listen(settings, "443 ssl http2")}
  ssl_certificate ${certificate};
  ssl_certificate_key ${key};
  ssl_protocols TLSv1.2 TLSv1.3;
  ssl_ciphers ${CIPHERS};
  ssl_prefer_server_ciphers off;
  ssl_session_cache shared:reviews_tls:10m;
  ssl_session_timeout 1d;
  ssl_session_tickets off;
${headerLines(transportHeaders(settings), "  ")}`;
}

const headerLines = (headers: readonly (readonly [string, string])[], indent: string): string =>
  headers.map(([name, value]) => `${indent}add_header ${name} "${value}" always;`).join("\n");

const serverSettings = ({ brotli }: ServerSettings): string => `
  client_header_timeout 15s;
  client_body_timeout 15s;
  send_timeout 30s;
  client_max_body_size 512k;
  limit_conn reviews_clients 100;
  limit_conn_status 429;
  limit_req_status 429;

  index index.html;
  # Files with a prepared .gz${brotli ? " or .br" : ""} are sent as prepared; the other pages are compressed here.
  gzip_static on;${brotli ? "\n  brotli_static on;" : ""}
  gzip on;
  gzip_comp_level 5;
  gzip_min_length 1000;
  gzip_proxied any;
  if_modified_since before;
  charset utf-8;
  charset_types text/css text/javascript text/plain application/json application/xml;
  types {
    text/html html;
    text/css css;
    text/javascript js;
    text/plain txt;
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
  proxy_read_timeout 1h;`;

/** Nested locations inherit the headers of the outer one; `always` adds them to 304 and error responses. */
function locations(settings: ServerSettings): string {
  const { baseUrl, root } = settings;
  const href = (path: string): string => hrefOf(baseUrl, path);
  const typed = TYPED_PATHS.map(
    ([path, type]) => `    location = ${href(path)} { types { } default_type "${type}"; }`,
  );
  const exact = SIDECAR_PATHS.filter((path) => !path.endsWith("*"));
  const proxied = exact.map(
    (path) => `  location = ${href(path)} { ${LIMIT} proxy_pass http://reviews_sidecar; }`,
  );
  const noSlash =
    basePathOf(baseUrl) === "" ? "" : `  location = ${basePathOf(baseUrl)} { return 301 ${href("/")}; }\n`;
  return `${noSlash}  location ${href("/")} {
    alias ${root}/;
    error_page 404 ${href("/404.html")};
${headerLines(fileHeaders(settings), "    ")}
    add_header Link $reviews_link always;

${typed.join("\n")}
    location ${href(SINCE_PATH)} {
      types { }
      default_type "application/json; charset=utf-8";
      try_files $uri @reviews_sidecar;
    }
  }

  location @reviews_sidecar { ${LIMIT} proxy_pass http://reviews_sidecar; }
${proxied.join("\n")}`;
}
