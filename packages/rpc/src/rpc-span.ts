/** The spans of calls, by the semantic conventions of OpenTelemetry. */
import type { SpanDescription } from '@forgemesh/telemetry';

/**
 * Describes the span of a call.
 * @param path of the RPC: `/forgemesh.projects.v1.ProjectService/GetProject`
 * @param parent the caller's span, if the call comes from another process
 */
export function rpcSpan(kind: 'client' | 'server', path: string, parent?: string): SpanDescription {
  const [, service = '', method = ''] = path.split('/');
  const attributes = { 'rpc.system': 'grpc', 'rpc.service': service, 'rpc.method': method };
  return { name: `${service}/${method}`, kind, attributes, parent };
}
