package storage

import "errors"

// Close moves everything into the file, which is then the whole log, and closes it.
func (s *Store) Close() error {
	f := s.file.Load()
	err := s.settle()
	if err == nil && (s.journal != nil || !f.memtable.tail.empty()) {
		if err = s.moveAll(f); err != nil {
			err = s.fail(err)
		}
	}
	if s.journal != nil {
		if err == nil {
			err = s.journal.remove()
		} else {
			err = errors.Join(err, s.journal.file.Close()) // the next start needs it
		}
	}
	return errors.Join(err, f.db.Close())
}
