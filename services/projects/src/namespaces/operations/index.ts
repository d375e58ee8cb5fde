import { getNamespace } from './get-namespace';
import { getNamespaceExistence } from './get-namespace-existence';
import { listNamespaces } from './list-namespaces';

export const namespaceOperations = [getNamespace, getNamespaceExistence, listNamespaces];
