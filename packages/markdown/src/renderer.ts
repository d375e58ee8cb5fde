/** Renders Markdown by the settings of an instance. */
import { createHash } from 'node:crypto';
import { proxiedAddress } from './asset-proxy';
import type { InstanceRules, MarkdownOptions } from './render';
import { renderMarkdown } from './render-markdown';

/** The settings of an instance that rendering depends on. */
export interface RenderingSettings {
  asset_proxy_enabled: boolean;
  asset_proxy_url?: string | undefined;
  asset_proxy_whitelist: readonly string[];
  plantuml_enabled: boolean;
  plantuml_url?: string | undefined;
  secrets?: { asset_proxy_secret_key?: string | undefined } | undefined;
}

/** Renders texts and addresses of pictures for one instance. */
export interface MarkdownRenderer {
  /** Like `renderMarkdown`, by the current settings. */
  render(text: string, caller: string, options?: MarkdownOptions): Promise<string>;
  /** Returns the address from which pages load a picture: that of the proxy for other hosts. */
  pictureAddress(address: string): string;
  /** Identifies the current settings, for caches of rendered texts. */
  revision(): string;
}

/** Creates the renderer of an instance. */
export function createMarkdownRenderer(
  settings: { current(): RenderingSettings },
  instanceUrl: string,
): MarkdownRenderer {
  return {
    render: (text, caller, options = {}) =>
      renderMarkdown(text, caller, { ...options, rules: rulesOf(settings.current(), instanceUrl) }),
    pictureAddress(address) {
      const { assetProxy } = rulesOf(settings.current(), instanceUrl);
      return assetProxy ? proxiedAddress(address, assetProxy) : address;
    },
    revision: () => digestOf(rulesOf(settings.current(), instanceUrl)),
  };
}

function rulesOf(settings: RenderingSettings, instanceUrl: string): InstanceRules {
  const plantumlUrl = settings.plantuml_enabled ? baseOf(settings.plantuml_url) : undefined;
  const proxyUrl = settings.asset_proxy_enabled ? baseOf(settings.asset_proxy_url) : undefined;
  const secret = settings.secrets?.asset_proxy_secret_key;
  return {
    plantumlUrl,
    assetProxy:
      proxyUrl === undefined || !secret
        ? undefined
        : {
            url: proxyUrl,
            secret,
            instanceUrl,
            allowedHosts: settings.asset_proxy_whitelist,
            allowedPrefixes: plantumlUrl === undefined ? [] : [plantumlUrl],
          },
  };
}

/** Returns a URL in its normal form without slashes at the end; undefined for none. */
function baseOf(url: string | undefined): string | undefined {
  return url ? new URL(url).href.replace(/\/+$/, '') : undefined;
}

function digestOf(rules: InstanceRules): string {
  return createHash('sha256').update(JSON.stringify(rules)).digest('base64url');
}
