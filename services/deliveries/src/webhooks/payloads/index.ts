/** Payloads of hooks. */
export type { PayloadsDeps } from './deps';
export type { EntityChanges, IssueEntity, MergeRequestEntity } from './entities';
export { issuePayload } from './issue-payload';
export { mergeRequestPayload } from './merge-request-payload';
export { isConfidentialNote, notePayload } from './note-payload';
export { jobPayload, pipelinePayload } from './pipeline-payload';
export { isTagChange, pushPayload, repositoryUpdatePayload } from './push-payload';
export type { SamplePayload, SampleSource } from './samples';
export {
  groupPayload,
  keyPayload,
  type MemberEventType,
  memberPayload,
  projectPayload,
  type SystemEvent,
  userPayload,
} from './system-payloads';
export { pageChanges, wikiPayload } from './wiki-payload';
