import { ProjectLifecycleServiceDefinition } from '@forgemesh/proto/projects/v1/project_lifecycle';
import { operation, type Call } from '@forgemesh/rpc';
import { setArchived } from '../set-archived';
import type { ProjectLifecycleDeps } from '../deps';

/** Makes an archived project writable again. */
export const unarchiveProject = operation(
  ProjectLifecycleServiceDefinition.unarchiveProject,
  (_request, call: Call<ProjectLifecycleDeps>) => setArchived(call, false),
);
