/**
 * The limits of requests with all that they need: the settings of the instance, and the counts of
 * the other gateways.
 */
import { followSettings, type EventBus, type Settings } from '@forgemesh/events';
import type { Caller } from '@forgemesh/rpc';
import type { Logger } from '@forgemesh/telemetry';
import { SettingsServiceDefinition, type ApplicationSettings } from '@forgemesh/proto/settings/v1/settings';
import { createRateLimiter, type RateLimiter } from './rate-limiter';
import { RequestCounts } from './request-counts';
import { shareCounts } from './share-counts';
import type { ThrottleSettings } from './throttles';

/** The settings as far as limits come from them. */
export type LimitSettings = Pick<
  Settings<ThrottleSettings & Partial<Pick<ApplicationSettings, 'prometheus_metrics_enabled'>>>,
  'known' | 'close'
>;

/** What the limits need. */
export interface LimitOptions {
  /** Without one this gateway counts alone, and settings act within seconds. */
  bus: EventBus | undefined;
  caller: Caller;
  log: Logger;
  /** In place of those of the settings service. */
  settings: LimitSettings | undefined;
}

/** Starts to follow the settings and to share counts. */
export function openLimits(options: LimitOptions): {
  rateLimiter: RateLimiter;
  /** Whether the instance offers metrics; it does so until its settings are known. */
  offersMetrics(): boolean;
  close(): void;
} {
  const { bus, caller, log } = options;
  const settings = options.settings ?? followInstance(caller, bus, log);
  const counts = new RequestCounts();
  const stopSharing = bus && shareCounts(counts, bus, log);
  return {
    rateLimiter: createRateLimiter({ settings: () => settings.known(), counts }),
    offersMetrics: () => settings.known()?.prometheus_metrics_enabled ?? true,
    close() {
      settings.close();
      stopSharing?.();
    },
  };
}

function followInstance(caller: Caller, bus: EventBus | undefined, log: Logger): LimitSettings {
  const client = caller.client(SettingsServiceDefinition, 'settings');
  return followSettings({ fetch: () => client.getSettings({}), bus, subject: 'settings.changed', log });
}
