/** Identifies the node of this mesh. */
import type { NodeDocument } from './node.model';

/** The node of this mesh. */
export interface Site {
  /** External URL of this mesh, without a trailing slash. */
  externalUrl: string;
  /** External URL of the primary, without a trailing slash. */
  primaryUrl: string;
  isCurrent(node: Pick<NodeDocument, 'name'>): boolean;
}

/**
 * Creates the site from the configuration. Without a configured node name, this mesh is the node
 * named after its external URL.
 */
export function createSite(options: { externalUrl: string; primaryUrl: string; nodeName: string }): Site {
  const externalUrl = withoutSlash(options.externalUrl);
  const own = (options.nodeName || externalUrl).toLowerCase();
  return {
    externalUrl,
    primaryUrl: withoutSlash(options.primaryUrl) || externalUrl,
    isCurrent: ({ name }) => [name.toLowerCase(), withoutSlash(name).toLowerCase()].includes(own),
  };
}

function withoutSlash(url: string): string {
  return url.replace(/\/+$/, '');
}
