package storage

// Putting blocks into the bbolt file, cut into pieces.

import (
	bolt "go.etcd.io/bbolt"
)

func putBlocks(log *bolt.Bucket, blocks []pendingBlock) error {
	log.FillPercent = 1 // keys only grow
	for _, b := range blocks {
		if err := putPieces(log, b.first, b.bytes); err != nil {
			return err
		}
	}
	return nil
}

func putPieces(log *bolt.Bucket, first uint64, block []byte) error {
	for piece := 0; ; piece++ {
		n := min(len(block), pieceSize)
		if err := log.Put(keyLog(first, piece), block[:n:n]); err != nil {
			return err
		}
		if n < pieceSize {
			return nil
		}
		block = block[n:]
	}
}
