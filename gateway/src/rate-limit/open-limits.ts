/**
 * Creates the rate limiter with its dependencies: the settings of the instance, and the counts of
 * the other gateways.
 */
import { watchSettings, type EventBus, type Settings } from '@forgemesh/events';
import type { Caller } from '@forgemesh/rpc';
import type { Logger } from '@forgemesh/telemetry';
import { SettingsServiceDefinition, type ApplicationSettings } from '@forgemesh/proto/settings/v1/settings';
import { createRateLimiter, type RateLimiter } from './rate-limiter';
import { RequestCounts } from './request-counts';
import { shareCounts } from './share-counts';
import type { StorageSettings } from '../auth/external-storage';
import type { PictureSettings } from '../web/application/picture-sources';
import type { ThrottleSettings } from './throttles';

/** The settings that limits use. */
export type LimitSettings = Pick<
  Settings<
    ThrottleSettings &
      Partial<Pick<ApplicationSettings, 'prometheus_metrics_enabled'> & PictureSettings & StorageSettings>
  >,
  'peek' | 'close'
>;

/** Dependencies of the limits. */
export interface LimitOptions {
  /** Without a bus this gateway counts alone, and settings take effect within seconds. */
  bus: EventBus | undefined;
  caller: Caller;
  log: Logger;
  /** Replaces the settings of the settings service. */
  settings: LimitSettings | undefined;
}

/** Starts to watch the settings and to exchange counts. */
export function openLimits(options: LimitOptions): {
  rateLimiter: RateLimiter;
  /** Whether metrics are enabled; true until the settings are loaded. */
  offersMetrics(): boolean;
  /** The settings; undefined until they are loaded. */
  settings: LimitSettings['peek'];
  close(): void;
} {
  const { bus, caller, log } = options;
  const settings = options.settings ?? watchInstanceSettings(caller, bus, log);
  const counts = new RequestCounts();
  const stopSharing = bus && shareCounts(counts, bus, log);
  return {
    rateLimiter: createRateLimiter({ settings: () => settings.peek(), counts }),
    settings: () => settings.peek(),
    offersMetrics: () => settings.peek()?.prometheus_metrics_enabled ?? true,
    close() {
      settings.close();
      stopSharing?.();
    },
  };
}

function watchInstanceSettings(caller: Caller, bus: EventBus | undefined, log: Logger): LimitSettings {
  const client = caller.client(SettingsServiceDefinition, 'settings');
  return watchSettings({ fetch: () => client.getSettings({}), bus, subject: 'settings.changed', log });
}
