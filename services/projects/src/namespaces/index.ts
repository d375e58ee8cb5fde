import { getNamespace } from './operations/get-namespace';
import { getNamespaceExistence } from './operations/get-namespace-existence';
import { listNamespaces } from './operations/list-namespaces';

export const namespaceOperations = [getNamespace, getNamespaceExistence, listNamespaces];
