import { ProjectLifecycleServiceDefinition } from '@forgemesh/proto/projects/v1/project_lifecycle';
import { operation, type Call } from '@forgemesh/rpc';
import { setArchived } from '../set-archived';
import type { ProjectLifecycleDeps } from '../deps';

/** Archives a project. */
export const archiveProject = operation(
  ProjectLifecycleServiceDefinition.archiveProject,
  (_request, call: Call<ProjectLifecycleDeps>) => setArchived(call, true),
);
