import { createRemoteMirror } from './create-remote-mirror';
import { deleteRemoteMirror } from './delete-remote-mirror';
import { getRemoteMirror } from './get-remote-mirror';
import { listRemoteMirrors } from './list-remote-mirrors';
import { updateRemoteMirror } from './update-remote-mirror';

export const remoteMirrorOperations = [
  createRemoteMirror,
  deleteRemoteMirror,
  getRemoteMirror,
  listRemoteMirrors,
  updateRemoteMirror,
];
