import { searchBlobs, searchGroupBlobs } from './search-blobs';
import { searchProjectBlobs } from './search-project-blobs';
import { searchProjectCommits } from './search-project-commits';
import { searchProjectWikiBlobs } from './search-project-wiki-blobs';

export const codeSearchOperations = [
  searchBlobs,
  searchGroupBlobs,
  searchProjectBlobs,
  searchProjectCommits,
  searchProjectWikiBlobs,
];
