/** What a text belongs to, which decides the quick actions that it may have. */
export type EditorSubject = 'issue' | 'merge_request' | 'epic' | 'commit' | 'snippet' | 'text';
