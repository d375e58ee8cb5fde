import type { ResponseOf } from '@forgemesh/rpc';
import type { Node } from '@forgemesh/proto/geo/v1/node';
import type { NodeDocument } from './node.model';
import type { Site } from './site';

/** Presents a node, without credentials. */
export function presentNode(site: Site, node: NodeDocument): ResponseOf<Node> {
  const self = `${site.externalUrl}/api/v4/geo_nodes/${node._id}`;
  return {
    id: node._id,
    name: node.name,
    url: node.url,
    internal_url: node.internal_url ?? node.url,
    primary: node.primary,
    enabled: node.enabled,
    current: site.isCurrent(node),
    files_max_capacity: node.files_max_capacity,
    repos_max_capacity: node.repos_max_capacity,
    verification_max_capacity: node.verification_max_capacity,
    container_repositories_max_capacity: node.container_repositories_max_capacity,
    ...(!node.primary && { sync_object_storage: node.sync_object_storage }),
    selective_sync_type: node.selective_sync_type ?? null,
    selective_sync_namespace_ids: node.selective_sync_namespace_ids ?? [],
    paused: node.paused ?? false,
    clone_protocol: 'http',
    web_edit_url: `${site.primaryUrl}/admin/geo/nodes/${node._id}/edit`,
    ...(!node.primary && { web_geo_projects_url: `${node.url}admin/geo/projects` }),
    _links: { self, status: `${self}/status`, repair: `${self}/repair` },
  };
}
