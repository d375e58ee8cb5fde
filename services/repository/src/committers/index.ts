import { listCommitterEmails } from './list-committer-emails';

export const committerOperations = [listCommitterEmails];
