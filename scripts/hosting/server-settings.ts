import { COMMON_HEADERS } from "../../build/render/hosting/host-files.ts";

/** The site, and the places on the server. */
export interface ServerSettings {
  readonly baseUrl: string;
  /** The published folder on the server. */
  readonly root: string;
  /** `host:port` of each sidecar. */
  readonly sidecars: readonly string[];
  /** Files of the certificate and its key. */
  readonly tls?: { readonly certificate: string; readonly key: string } | undefined;
  /** True if nginx has the module that serves .br files. */
  readonly brotli: boolean;
}

export const isHttps = ({ baseUrl }: ServerSettings): boolean => baseUrl.startsWith("https:");

/** One year, without subdomains. */
const STRICT_TRANSPORT = ["Strict-Transport-Security", "max-age=31536000"] as const;

/** Headers that the server adds to every response, the sidecar's included: the sidecar does not see TLS. */
export const transportHeaders = (settings: ServerSettings): readonly (readonly [string, string])[] =>
  isHttps(settings) ? [STRICT_TRANSPORT] : [];

/** Headers of every published file. */
export const fileHeaders = (settings: ServerSettings): readonly (readonly [string, string])[] => [
  ...COMMON_HEADERS.toSpliced(3, 0, ["Vary", "Accept-Encoding"]),
  ...transportHeaders(settings),
];
