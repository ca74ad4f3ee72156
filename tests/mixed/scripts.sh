#!/bin/sh
echo "a language without support is counted"
