/** Namespaces of users and groups, and what projects and groups have in common. */
export { avatarUrl, deleteAvatar, type HasAvatar, storeAvatar } from './avatar';
export { attributeConditions, type CustomAttribute, MAX_ATTRIBUTES, MAX_KEY, MAX_VALUE } from './custom-attribute';
export type { NamespaceNode, NamespaceTree } from './namespace-node';
export type { NamespaceReader } from './namespace-reader';
export { areEmailsDisabled, fullNameOf, fullPathOf, hasLargeFiles, isBeingRemoved, pathIds } from './namespace-tree';
export { presentNamespace, presentNamespaces } from './namespace.entity';
export type { GroupLink, NamespaceDocument } from './namespace.model';
export { presentSharedWith } from './share.entity';
export { userPathClaim } from './user-namespace';
export type { UserNamespaces } from './user-namespaces';
