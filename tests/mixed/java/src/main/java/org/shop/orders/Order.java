package org.shop.orders;

import static org.shop.Keyed.LIMIT;

import java.util.ArrayList;
import java.util.List;
import org.shop.Keyed;

/**
 * Lines bought together.
 */
public class Order extends Base implements Keyed<String>, Comparable<Order> {
    private final List<Line> lines = new ArrayList<>(), later = new ArrayList<>();
    private final String key;

    public Order(String key) {
        this.key = key;
    }

    public Order() {
        this("none");
    }

    @Override
    public String key() {
        return key;
    }

    void add(Line line) throws FullException {
        if (lines.size() >= LIMIT) throw new FullException();
        lines.add(line);
    }

    void add(String name, int count) throws FullException {
        add(new Line(name, count));
    }

    @Override
    public int compareTo(Order other) {
        return key.compareTo(other.key);
    }

    public record Line(String name, int count) {
        public Line {
            if (count < 0) throw new IllegalArgumentException(name);
        }
    }

    enum State {
        OPEN,
        CLOSED {
            @Override
            boolean over() {
                return true;
            }
        };

        boolean over() {
            return false;
        }
    }

    static class FullException extends Exception {}
}
