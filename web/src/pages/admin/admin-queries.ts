/** Queries of the administration, which load again by themselves. */
import { useQuery } from '@tanstack/react-query';
import { applicationSettingKeys, getApplicationSettings } from '#data/application-settings';
import { eventDeliveryKeys, listEventConsumers } from '#data/event-delivery';
import { serviceKeys, listServices } from '#data/services';

/** How often the lists load again. */
export const REFRESH_MS = 10_000;

/** The services as the gateway sees them. */
export function useServices() {
  return useQuery({
    queryKey: serviceKeys.all,
    queryFn: () => listServices(),
    refetchInterval: REFRESH_MS,
  });
}

/** The consumers of events with their backlog. */
export function useConsumers() {
  return useQuery({
    queryKey: eventDeliveryKeys.consumers,
    queryFn: () => listEventConsumers(),
    refetchInterval: REFRESH_MS,
  });
}

/** Query key of the settings of the instance. */
export const SETTINGS_KEY = applicationSettingKeys.all;

/** The settings of the instance. */
export function useInstanceSettings() {
  return useQuery({ queryKey: SETTINGS_KEY, queryFn: () => getApplicationSettings() });
}

/** Whether a state of a service is good. */
export function isHealthy(health: string): boolean {
  return /^(healthy|ok|serving|up)$/i.test(health);
}
