/** Headers of the gateway's own pages. */
import type { Headers } from '../response/send';

/**
 * Returns headers that forbid other hosts, inline scripts, frames and caches; `allowed` adds
 * directives to the Content-Security-Policy.
 */
export function pageHeaders(allowed: string): Headers {
  return {
    'Content-Security-Policy':
      `default-src 'none'; ${allowed}; style-src 'self'; img-src data:; base-uri 'none'; ` +
      "frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
    'X-Frame-Options': 'DENY',
    'Referrer-Policy': 'no-referrer',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cache-Control': 'no-store',
  };
}
