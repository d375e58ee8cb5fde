/** Headers of the pages that the gateway serves itself. */
import type { Headers } from '../response/send';

/**
 * They ask no outside host, run no inline script, are in nobody's frame and in no cache; `allowed`
 * is what the policy allows besides.
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
