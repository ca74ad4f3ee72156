package org.shop;

/** A thing with a key. */
public interface Keyed<K> {
    int LIMIT = 10;

    K key();

    default String shown() {
        return String.valueOf(key());
    }
}
