/** Pagination headers of lists. */
import type { KeysetInfo, PageInfo, ResponseInfo } from '@forgemesh/rpc';
import type { HttpExchange } from '../server/exchange';
import type { Headers } from './send';

// Clients split `Link` at commas and semicolons and read up to `>`; unencoded ones inside a URL
// would break it.
const unsafeInLink = /[,;<>"\s\\^`{|}]/g;

/** Builds the headers of a page. */
export function paginationHeaders(exchange: HttpExchange, { page, keyset }: ResponseInfo): Headers {
  if (page) return offsetHeaders(exchange, page);
  return keyset ? keysetHeaders(exchange, keyset) : {};
}

function offsetHeaders(
  exchange: HttpExchange,
  { page, per_page: perPage, total, has_next: hasNext }: PageInfo,
): Headers {
  const lastPage = total === undefined ? undefined : Math.max(1, Math.ceil(total / perPage));
  const link = (rel: string, target: number): string =>
    linkTo(exchange, rel, { page: String(target), per_page: String(perPage) });
  const links = [];
  if (page > 1) links.push(link('prev', page - 1));
  if (hasNext) links.push(link('next', page + 1));
  links.push(link('first', 1));
  if (lastPage !== undefined) links.push(link('last', lastPage));
  return {
    'X-Per-Page': String(perPage),
    'X-Page': String(page),
    'X-Next-Page': hasNext ? String(page + 1) : '',
    'X-Prev-Page': page > 1 ? String(page - 1) : '',
    ...(lastPage !== undefined && { 'X-Total': String(total), 'X-Total-Pages': String(lastPage) }),
    Link: links.join(', '),
  };
}

/** Older clients read `Links`, newer ones `Link`. */
function keysetHeaders(exchange: HttpExchange, { next }: KeysetInfo): Headers {
  if (!next) return {};
  const link = linkTo(exchange, 'next', next);
  return { Link: link, Links: link };
}

function linkTo({ client, path, query }: HttpExchange, rel: string, replaced: Record<string, string>): string {
  const remaining = query.split('&').filter((pair) => pair !== '' && !Object.hasOwn(replaced, nameOf(pair)));
  const added = Object.entries(replaced).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  const url = `${client.origin}${path}?${[...remaining, ...added].join('&')}`;
  return `<${url.replace(unsafeInLink, encodeURIComponent)}>; rel="${rel}"`;
}

function nameOf(pair: string): string {
  const equals = pair.indexOf('=');
  return equals === -1 ? pair : pair.slice(0, equals);
}
