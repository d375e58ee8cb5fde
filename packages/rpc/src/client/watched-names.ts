/**
 * A name resolver that asks again regularly, so that calls reach replicas that were added. The
 * resolver of the gRPC library asks only after it has lost a connection.
 */
import { isIP } from 'node:net';
import { experimental, type ChannelOptions } from '@grpc/grpc-js';

const SCHEME = 'watched';
const WATCH_MS = 2_000;

/** Channel option: interval in milliseconds in which the name is resolved. */
export const WATCH_OPTION = 'forgemesh.watch_names_ms';

/**
 * The target of a client for an address: `host:port` or a gRPC name such as `dns:///host:port`. IP
 * addresses and sockets do not change and are not watched.
 */
export function watchedTarget(address: string): string {
  if (/^(?:ipv4|ipv6|unix):/.test(address)) return address;
  const name = address.replace(/^dns:/, '');
  const host = experimental.splitHostPort(name.replace(/^\/\/[^/]*\//, ''))?.host ?? '';
  return isIP(host) ? address : `${SCHEME}:${name}`;
}

type Target = experimental.GrpcUri;
type Listener = experimental.ResolverListener;

/** Resolves by DNS. Unless the channel asks, it reports only results that differ from the last. */
class WatchingResolver implements experimental.Resolver {
  private readonly resolver: experimental.Resolver;
  private readonly intervalMs: number;
  private timer: NodeJS.Timeout | undefined;
  private last = '';
  /** Whether the channel waits for a result, even if it is the same. */
  private isAsked = false;

  constructor(target: Target, listener: Listener, options: ChannelOptions) {
    this.intervalMs = (options[WATCH_OPTION] as number | undefined) ?? WATCH_MS;
    // Otherwise each resolution also asks for TXT records.
    const withoutTxt = { ...options, 'grpc.service_config_disable_resolution': 1 };
    this.resolver = experimental.createResolver(dnsTarget(target), this.report(listener), withoutTxt);
  }

  static getDefaultAuthority(target: Target): string {
    return target.path;
  }

  updateResolution(): void {
    this.isAsked = true;
    this.timer ??= setInterval(() => this.resolver.updateResolution(), this.intervalMs).unref();
    this.resolver.updateResolution();
  }

  destroy(): void {
    clearInterval(this.timer);
    this.timer = undefined;
    this.last = '';
    this.resolver.destroy();
  }

  /**
   * A repeated result would make the channel rebuild its list of connections; after a failure,
   * the known replicas remain in use.
   */
  private report(listener: Listener): Listener {
    return (endpoints, ...rest) => {
      const found = endpoints.ok ? endpoints.value.map(experimental.endpointToString).sort().join() : this.last;
      if (!this.isAsked && found === this.last) return endpoints.ok;
      this.isAsked = false;
      this.last = found;
      return listener(endpoints, ...rest);
    };
  }
}

function dnsTarget({ path, authority }: Target): Target {
  return { scheme: 'dns', path, ...(authority !== undefined && { authority }) };
}

experimental.registerResolver(SCHEME, WatchingResolver);
