// Which suites there are.

import append from './append.mjs';
import connection from './connection.mjs';
import metadata from './metadata.mjs';
import read from './read.mjs';
import subscribe from './subscribe.mjs';

export default function suites(kit) {
  for (const suite of [append, read, subscribe, metadata, connection]) suite(kit);
}
