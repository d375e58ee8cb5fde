/**
 * Addresses of pictures at an asset proxy: the digest and the address in hexadecimal, as Camo
 * defines them. The proxy fetches only what the instance has signed, and other hosts do not learn
 * who reads a text.
 */
import { createHmac } from 'node:crypto';

/** The asset proxy of an instance. */
export interface AssetProxy {
  /** URL of the proxy, without a slash at the end. */
  url: string;
  /** Secret shared with the proxy. */
  secret: string;
  /** URL of the instance, to which relative addresses refer. */
  instanceUrl: string;
  /** Hosts whose pictures are not proxied; `*` is a wildcard. */
  allowedHosts: readonly string[];
  /** Beginnings of addresses that are not proxied. */
  allowedPrefixes: readonly string[];
}

/**
 * Returns the address at the proxy for a picture of another host. Addresses of the instance and of
 * allowed hosts are unchanged, and so are addresses that are not HTTP.
 */
export function proxiedAddress(address: string, proxy: AssetProxy): string {
  if (!URL.canParse(address, proxy.instanceUrl)) return address;
  // Browsers resolve `//host`, `/\host` and the like in the same way.
  const { protocol, hostname, href } = new URL(address, proxy.instanceUrl);
  if (protocol !== 'http:' && protocol !== 'https:') return address;
  if (isAllowedHost(hostname, proxy) || isAllowedAddress(href, proxy)) return address;
  const digest = createHmac('sha1', proxy.secret).update(href).digest('hex');
  return `${proxy.url}/${digest}/${Buffer.from(href).toString('hex')}`;
}

function isAllowedHost(host: string, { instanceUrl, allowedHosts }: AssetProxy): boolean {
  return host === new URL(instanceUrl).hostname || allowedHosts.some((pattern) => matches(host, pattern.toLowerCase()));
}

function isAllowedAddress(href: string, { url, allowedPrefixes }: AssetProxy): boolean {
  return [url, ...allowedPrefixes].some((prefix) => href.startsWith(`${prefix}/`));
}

/** Compares without a regular expression, because hostile patterns would take long to match. */
function matches(host: string, pattern: string): boolean {
  const [first = '', ...rest] = pattern.split('*');
  const last = rest.pop();
  if (last === undefined) return host === pattern;
  if (!host.startsWith(first) || !host.endsWith(last) || host.length < first.length + last.length) return false;
  let middle = host.slice(first.length, host.length - last.length);
  for (const part of rest) {
    const index = middle.indexOf(part);
    if (index < 0) return false;
    middle = middle.slice(index + part.length);
  }
  return true;
}
