import type { ResponseOf } from '@forgemesh/rpc';
import type { DeploymentEnvironment } from '@forgemesh/proto/repository/v1/deployment';
import type { EnvironmentDocument } from './environment.model';

/** An environment inside another entity. */
export function presentBasicEnvironment({
  _id: id,
  name,
  slug,
  external_url,
}: EnvironmentDocument): ResponseOf<DeploymentEnvironment> {
  return { id, name, slug, external_url };
}
