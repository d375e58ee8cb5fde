/** Entry point of the geo process. */
import { runProcess } from '@forgemesh/service';
import { geo } from './service';

runProcess([geo]);
