import { claimNamespace } from './claim-namespace';
import { confirmNamespace } from './confirm-namespace';
import { getNamespace } from './get-namespace';
import { getNamespaceExistence } from './get-namespace-existence';
import { listGroupProfiles } from './list-group-profiles';
import { listNamespaces } from './list-namespaces';
import { releaseNamespace } from './release-namespace';

export const namespaceOperations = [
  claimNamespace,
  confirmNamespace,
  getNamespace,
  getNamespaceExistence,
  listGroupProfiles,
  listNamespaces,
  releaseNamespace,
];
