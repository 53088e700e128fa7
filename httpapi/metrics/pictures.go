// What Prometheus reads about pictures.

package metrics

import "github.com/prometheus/client_golang/prometheus"

// PictureKind is that of a picture's files.
type PictureKind string

const (
	Original  PictureKind = "original"
	Rendition PictureKind = "rendition" // a smaller copy
)

// StoredPictures describes the files of a kind.
type StoredPictures struct {
	Kind  PictureKind
	Count int
	Bytes int64 // of all together
}

var (
	storedCount = prometheus.NewDesc("candor_media_stored", "Stored files of pictures, by kind (original, rendition).", []string{"kind"}, nil)
	storedBytes = prometheus.NewDesc("candor_media_stored_bytes", "Size of the stored files of pictures, by kind (original, rendition).",
		[]string{"kind"}, nil)
)

// storedPictures asks for the stored files when somebody looks.
type storedPictures func() []StoredPictures

func (s storedPictures) Describe(to chan<- *prometheus.Desc) {
	to <- storedCount
	to <- storedBytes
}

func (s storedPictures) Collect(to chan<- prometheus.Metric) {
	for _, one := range s() {
		to <- prometheus.MustNewConstMetric(storedCount, prometheus.GaugeValue, float64(one.Count), string(one.Kind))
		to <- prometheus.MustNewConstMetric(storedBytes, prometheus.GaugeValue, float64(one.Bytes), string(one.Kind))
	}
}

// PictureServed counts bytes of a picture that were sent.
func (m *Metrics) PictureServed(kind PictureKind, bytes int64) {
	m.servedPictures.WithLabelValues(string(kind)).Add(float64(bytes))
}
