/** Sources from which the pages may load pictures: part of their Content-Security-Policy. */
import type { ApplicationSettings } from '@forgemesh/proto/settings/v1/settings';

/** The settings that the sources depend on. */
export type PictureSettings = Pick<
  ApplicationSettings,
  'asset_proxy_enabled' | 'asset_proxy_url' | 'asset_proxy_whitelist' | 'plantuml_enabled' | 'plantuml_url'
>;

const OWN_SOURCES = ["'self'", 'data:', 'blob:'];
const ALL_HOSTS = 'https:';

/**
 * Returns the sources. Texts and badges refer to pictures of any host, unless these are loaded
 * through the asset proxy. Until the settings are loaded, pages load only pictures of the instance.
 */
export function pictureSources(settings: Partial<PictureSettings> | undefined, instanceUrl: string): string {
  if (!settings) return OWN_SOURCES.join(' ');
  const { asset_proxy_enabled: hasProxy, asset_proxy_url: proxyUrl } = settings;
  const others = hasProxy
    ? [originOf(instanceUrl), originOf(proxyUrl), ...(settings.asset_proxy_whitelist ?? []).map(sourceOf)]
    : [ALL_HOSTS];
  const diagrams = settings.plantuml_enabled ? [originOf(settings.plantuml_url)] : [];
  return [...new Set([...OWN_SOURCES, ...others, ...diagrams])].filter((source) => source !== undefined).join(' ');
}

function originOf(url: string | undefined): string | undefined {
  return url !== undefined && URL.canParse(url) ? new URL(url).origin : undefined;
}

/** A source has a wildcard only in place of its first labels: others become the next wider one. */
function sourceOf(pattern: string): string {
  if (!pattern.includes('*')) return pattern;
  const after = pattern.slice(pattern.lastIndexOf('*') + 1);
  const dot = after.indexOf('.');
  return dot < 0 ? ALL_HOSTS : `*${after.slice(dot)}`;
}
