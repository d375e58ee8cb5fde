import type { ChannelOptions } from '@grpc/grpc-js';

const MAX_MESSAGE_BYTES = 128 * 1024 * 1024;

/** Options of all channels between the processes of the mesh. */
export const channelOptions: ChannelOptions = {
  'grpc.max_receive_message_length': MAX_MESSAGE_BYTES,
  'grpc.max_send_message_length': MAX_MESSAGE_BYTES,
  // Reconnects quickly to a restarted service.
  'grpc.initial_reconnect_backoff_ms': 100,
  'grpc.max_reconnect_backoff_ms': 1_000,
  // Also if its replicas have new addresses: names are resolved immediately after a connection is
  // lost, instead of at most every 30 seconds.
  'grpc.dns_min_time_between_resolutions_ms': 500,
  // A peer that disappears without closing its connections, such as a machine that lost power, is
  // detected after 25 seconds by callers that wait for a response.
  'grpc.keepalive_time_ms': 10_000,
  'grpc.keepalive_timeout_ms': 15_000,
  'grpc.service_config': JSON.stringify({ loadBalancingConfig: [{ round_robin: {} }] }),
};
