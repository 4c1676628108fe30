import { SIDECAR_PATHS, TYPED_PATHS } from "../../build/render/hosting/host-files.ts";
import { basePathOf, hrefOf } from "../../model/base-url.ts";
import { SINCE_PATH } from "../../model/since.ts";
import { topicLinks, TOPICS } from "../../model/topics.ts";
import { fileHeaders, isHttps, type ServerSettings, transportHeaders } from "./server-settings.ts";

/**
 * Configuration of Caddy 2.6 or later, which gets its certificates itself. Headers of files are set inside `handle`, so
 * they are not added to the sidecar's responses.
 */
export function caddyConfiguration(settings: ServerSettings): string {
  const { baseUrl, root } = settings;
  const basePath = basePathOf(baseUrl);
  const noSlash =
    basePath === "" ? "" : `  redir ${basePath} ${hrefOf(baseUrl, "/")}\n  handle {\n    error 404\n  }\n`;
  const { protocol, host } = new URL(baseUrl);
  return `# The sidecar needs TRUSTED_PROXIES with the address of this server to count callers by their own address.
{
  servers {
    max_header_size 16KB
    timeouts {
      read_header 15s
      read_body 15s
      idle 2m
    }
  }
}

${protocol === "http:" ? "http://" : ""}${host} {
${ownCertificate(settings)}  root * ${root}
${headerLines(transportHeaders(settings), "  ")}  request_body {
    max_size 512KB
  }
  # Files with a prepared .gz or .br are sent as prepared; the other pages are compressed here.
  encode {
    gzip 5
    minimum_length 1000
    match header Content-Type text/html*
  }
${noSlash}
  # Inside, paths are those of files; the sidecar gets the path of the request.
  handle_path ${hrefOf(baseUrl, "/*")} {
${sidecar(settings)}
${files(settings)}
  }

  handle_errors {
${headerLines(fileHeaders(settings), "    ")}    header Content-Type "text/html; charset=utf-8"
    rewrite * /404.html
    file_server
  }
}
`;
}

const ownCertificate = (settings: ServerSettings): string =>
  settings.tls === undefined || !isHttps(settings)
    ? ""
    : `  tls ${settings.tls.certificate} ${settings.tls.key}\n`;

const headerLines = (headers: readonly (readonly [string, string])[], indent: string): string =>
  headers.map(([name, value]) => `${indent}header ${name} "${value}"\n`).join("");

const sidecar = ({ baseUrl, sidecars }: ServerSettings): string => `    @sidecar {
      path ${SIDECAR_PATHS.join(" ")}
      not file
    }
    handle @sidecar {
      reverse_proxy ${sidecars.join(" ")} {
        rewrite ${basePathOf(baseUrl)}{uri}
        flush_interval -1${sidecars.length > 1 ? "\n        health_uri /readyz\n        health_interval 5s" : ""}
        # Otherwise Caddy requests gzip itself, decodes it, and sends plain bytes with the ETag of the gzip bytes.
        transport http {
          compression off
        }
      }
    }
`;

function files(settings: ServerSettings): string {
  const { baseUrl } = settings;
  const typed = TYPED_PATHS.map(([path, type]) => `        header ${path} Content-Type "${type}"`);
  const links = TOPICS.map(({ path }) => `        header ${path} Link \`${topicLinks(baseUrl, path)}\``);
  return `    # route keeps the order of directives: the last Content-Type that matches a path wins.
    handle {
      route {
${headerLines(fileHeaders(settings), "        ")}${links.join("\n")}
        @html path */ *.html
        header @html Content-Type "text/html; charset=utf-8"
        # Caddy keeps the tag of a page that it compresses, so the tags of pages are weak.
        header @html {
          ETag ^" W/"
          defer
        }
        @json path *.json ${SINCE_PATH}*
        header @json Content-Type "application/json; charset=utf-8"
        @xml path *.xml
        header @xml Content-Type "application/xml; charset=utf-8"
        @css path *.css
        header @css Content-Type "text/css; charset=utf-8"
        @text path *.txt /_headers /_redirects
        header @text Content-Type "text/plain; charset=utf-8"
${typed.join("\n")}
        file_server {
          precompressed br gzip
        }
      }
    }`;
}
