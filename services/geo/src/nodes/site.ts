/** Which node this mesh is. */
import type { NodeDocument } from './node.model';

/** This mesh among the nodes. */
export interface Site {
  /** Address under which clients reach this mesh, without a slash at its end. */
  externalUrl: string;
  /** The same of the primary. */
  primaryUrl: string;
  isCurrent(node: Pick<NodeDocument, 'name'>): boolean;
}

/**
 * Makes the site from addresses as they are configured. Without a name of its own it is the node
 * that is called as its address.
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
