/** The span of a request, the root of its trace unless a trusted proxy has started one. */
import { startSpan, type Span } from '@forgemesh/telemetry';
import { headerOf, type HttpExchange } from './exchange';

/** Starts the span; undefined while tracing is off. It ends with the response. */
export function startRequestSpan(exchange: HttpExchange): Span | undefined {
  const { method, path, id, client } = exchange;
  return startSpan({
    name: method,
    kind: 'server',
    attributes: {
      'http.request.method': method,
      'url.path': path,
      'client.address': client.address,
      'forge.request_id': id,
    },
    // Any other client could have its requests recorded, whatever the sampler says.
    parent: client.isTrustedProxy ? headerOf(exchange, 'traceparent') : undefined,
  });
}

/** Ends the span with what is known only at the end. */
export function endRequestSpan(span: Span, { method, label, response }: HttpExchange): void {
  const { statusCode } = response;
  span.rename(`${method} ${label}`);
  span.setAttributes({ 'http.route': label, 'http.response.status_code': statusCode });
  if (!response.writableFinished) span.end(new Error('the response was cut off'));
  else span.end(statusCode >= 500 ? new Error(`status ${statusCode}`) : undefined);
}
